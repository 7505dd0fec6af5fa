import { type Doc } from '#server/store/items/tables.ts';
import { type TestServer } from '#tests/server/harness.ts';

const FIRST = 'c-huaxin';
const EAST = 'r-huaxin-east-china';
const NORTH = 'r-huaxin-north-china';
const HOUR = 3_600_000;

type Delegate = { name: string; account: Doc; lent: { role: string; region?: string }[] };

/** What holds at home and what is lent differ in every way: more, less, other pages, other regions of one company. */
function delegates(second: string): Delegate[] {
  const at = (companyId: string, role: string, more: Doc = {}): Doc => ({ accountType: 'company', companyId, rolesId: [role], ...more });
  const id = second.slice(2);
  return [
    // edits at home, reads in the lending company
    { name: 'reads', account: at(second, `role-${id}-operator`), lent: [{ role: 'role-huaxin-viewer' }] },
    // reads at home, edits in the lending company
    { name: 'edits', account: at(second, `role-${id}-viewer`), lent: [{ role: 'role-huaxin-operator' }] },
    // other pages here than there
    {
      name: 'firewall',
      account: at(second, `role-${id}-viewer`),
      lent: [{ role: 'role-huaxin-partner' }, { role: 'role-huaxin-firewall' }],
    },
    // one company: reads the east for good, edits the north for a time
    {
      name: 'north',
      account: at(FIRST, 'role-huaxin-viewer', { regions: [EAST] }),
      lent: [{ role: 'role-huaxin-operator', region: NORTH }],
    },
    // an administrator who is lent little
    { name: 'admin', account: at(second, `role-${id}-admin`, { admin: true }), lent: [{ role: 'role-huaxin-report' }] },
    // nobody's things are not lent
    {
      name: 'global',
      account: { accountType: 'global', companyList: [second], rolesId: ['role-noc'] },
      lent: [{ role: 'role-global' }],
    },
  ];
}

/** Adds accounts to whom the first company lends something: `fixture-lent-*`. */
export async function addDelegates({ services }: TestServer, second: string): Promise<void> {
  const spec = (name: string) => {
    const found = services.store.specs.get(name);
    if (!found) throw new Error(`The contract has no ${name}`);
    return found;
  };
  const time = (hours: number): string => new Date(services.clock.now() + hours * HOUR).toISOString();
  await services.system.write(async (tx) => {
    for (const { name, account, lent } of delegates(second)) {
      const username = `fixture-lent-${name}@demo.example`;
      await tx.insert(spec('User'), {
        username,
        name,
        enable: true,
        admin: false,
        loginMethod: 'password',
        regions: [],
        ...account,
      });
      for (const [index, { role, region }] of lent.entries()) {
        const period = { startTime: time(-1), endTime: time(24 * 365), deadline: time(24 * 365), status: 'running' };
        const entrust = {
          entrustId: `e-lent-${name}-${index}`,
          delegateFrom: 'company@demo.example',
          delegateTo: username,
          role,
          company: FIRST,
        };
        await tx.insert(spec('Entrust'), { ...entrust, ...period, ...(region === undefined ? {} : { region }) });
      }
    }
  });
}
