import { alert } from '#server/rules/alert.ts';
import { company } from '#server/rules/company.ts';
import { companyService } from '#server/rules/company-service.ts';
import { entrust } from '#server/rules/entrust.ts';
import { type EntityRules } from '#server/rules/entity.ts';
import { device } from '#server/rules/device.ts';
import { libraryApp } from '#server/rules/library-app.ts';
import { release } from '#server/rules/release.ts';
import { role } from '#server/rules/role.ts';
import { service } from '#server/rules/service.ts';
import { site } from '#server/rules/site.ts';
import { tag } from '#server/rules/tag.ts';
import { user } from '#server/rules/user.ts';

/** Entities that do more than their schema says. */
export const entityRules: Readonly<Record<string, EntityRules>> = {
  Alert: alert,
  Company: company,
  CompanyService: companyService,
  Device: device,
  Entrust: entrust,
  LibraryApp: libraryApp,
  Release: release,
  Role: role,
  Service: service,
  Site: site,
  Tag: tag,
  User: user,
};
