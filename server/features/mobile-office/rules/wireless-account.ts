import { asObject } from '#domain/json.ts';
import type { Entities } from '#generated/server/entities.ts';
import { normaliseMac } from '#domain/formats/mac.ts';
import { accountLimit, duplicateMac, duplicateMobile, duplicateUsername } from '#generated/problems.ts';
import { hashPassword, requirePassword } from '#server/features/account/index.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';

const MACS = 'macAddresses[]';

type Account = Entities['WirelessAccount'];
type Suffix = Entities['EmailSuffix'];

/** Mobile accounts: as many as the company may have (spec 9), each device bound to one of them (spec 5). */
export const wirelessAccount: EntityRules<'WirelessAccount'> = {
  columns: [MACS],
  prepare: async (call) => {
    if (asObject(call.body).authType !== 'thirdParty') requirePassword(call);
    await hashPassword(call);
  },

  complete: async (doc, change) => {
    const macs = doc.macAddresses?.map(normaliseMac);
    const group = doc.privilegeGroupId ?? (change.before ? undefined : (await suffixOf(doc, change))?.privilegeGroupId);
    return { ...doc, ...(macs ? { macAddresses: macs } : {}), ...(group === undefined ? {} : { privilegeGroupId: group }) };
  },

  check: async (doc, change) => {
    const company = await companyOf(doc, change);
    if (!change.before) await refuseTooMany(company, change);
    for (const [index, mac] of (doc.macAddresses ?? []).entries()) await refuseTakenMac(mac, `/macAddresses/${index}`, doc, change);
    const mobile: Finding[] =
      company.wirelessValidate === true && !doc.mobile ? [{ pointer: '/mobile', code: 'account.mobile', params: {} }] : [];
    return [...mobile, ...(await unknownSuffix(doc, change))];
  },

  duplicate: (paths, value) =>
    paths.includes('mobile') ? duplicateMobile({ value }) : paths.includes('username') ? duplicateUsername({ value }) : undefined,
};

/** A MAC address belongs to one account of a company. */
export async function refuseTakenMac(
  mac: string,
  pointer: string,
  account: Pick<Account, 'id' | 'companyId'>,
  { call, tx }: Pick<Change, 'call' | 'tx'>,
): Promise<void> {
  const spec = call.services.store.spec('WirelessAccount');
  const same = await tx.find(spec, { companyId: account.companyId, [MACS]: mac }, { limit: 2 });
  if (!same.some(({ id }) => id !== account.id)) return;
  const problem = duplicateMac({ value: mac });
  throw new ProblemError(problem, { errors: [{ pointer, code: problem.code, params: problem.params }] });
}

async function refuseTooMany(company: Partial<Entities['Company']>, { tx, spec }: Change<'WirelessAccount'>): Promise<void> {
  const limit = company.wirelessAccountLimit ?? 0;
  if ((await tx.count(spec, { companyId: company.companyId ?? '' })) >= limit) throw new ProblemError(accountLimit({ limit }));
}

/** The e-mail's suffix is one of the company's, where it has any and asks for it. */
async function unknownSuffix(doc: Account, change: Change<'WirelessAccount'>): Promise<Finding[]> {
  const email = doc.email;
  if (typeof email !== 'string' || email === '' || change.before?.doc.email === email) return [];
  const { store } = change.call.services;
  const parameters = store.spec('MobileParameter');
  const settings = await change.tx.anyOf(parameters, doc.companyId);
  if (settings?.doc.requireSuffix === false) return [];
  const known = (await suffixesOf(doc, change)).map((each) => each.suffix);
  if (known.length === 0 || known.includes(domainOf(email))) return [];
  return [{ pointer: '/email', code: 'account.suffix', params: { value: email, allowed: known.slice(0, 5).join(', ') } }];
}

async function suffixOf(doc: Partial<Account>, change: Change<'WirelessAccount'>): Promise<Suffix | undefined> {
  const domain = domainOf(doc.email ?? '');
  return (await suffixesOf(doc, change)).find((each) => each.suffix === domain);
}

/** The suffixes that the company uses. */
async function suffixesOf({ companyId }: Partial<Account>, { call, tx }: Change<'WirelessAccount'>): Promise<Suffix[]> {
  if (companyId === undefined) return [];
  const found = await tx.find(call.services.store.spec('EmailSuffix'), { companyId });
  return found.map(({ doc }) => doc).filter(({ enable }) => enable);
}

async function companyOf({ companyId }: Account, { call, tx }: Change<'WirelessAccount'>): Promise<Partial<Entities['Company']>> {
  return (await tx.anyOf(call.services.store.spec('Company'), companyId))?.doc ?? {};
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
