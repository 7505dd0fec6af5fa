import { company } from '#server/rules/company.ts';
import { entrust } from '#server/rules/entrust.ts';
import { type EntityRules } from '#server/rules/entity.ts';
import { role } from '#server/rules/role.ts';
import { tag } from '#server/rules/tag.ts';
import { user } from '#server/rules/user.ts';

/** Entities that do more than their schema says. */
export const entityRules: Readonly<Record<string, EntityRules>> = {
  Company: company,
  Entrust: entrust,
  Role: role,
  Tag: tag,
  User: user,
};
