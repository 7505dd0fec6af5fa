import type { Doc } from '#server/store/items/tables.ts';
import type { TestServer } from '#tests/server/harness.ts';

const FIRST = 'c-huaxin';
const EAST = 'r-huaxin-east-china';
const NORTH = 'r-huaxin-north-china';
const HOUR = 3_600_000;

type Delegate = { name: string; account: Doc; delegated: { role: string; region?: string }[] };

/** What holds at home and what is delegated differ in every way: more, less, other pages, other regions of one company. */
function delegates(second: string): Delegate[] {
  const at = (companyId: string, role: string, more: Doc = {}): Doc => ({ accountType: 'company', companyId, rolesId: [role], ...more });
  const id = second.slice(2);
  return [
    // edits at home, reads in the delegating company
    { name: 'reads', account: at(second, `role-${id}-operator`), delegated: [{ role: 'role-huaxin-viewer' }] },
    // reads at home, edits in the delegating company
    { name: 'edits', account: at(second, `role-${id}-viewer`), delegated: [{ role: 'role-huaxin-operator' }] },
    // other pages here than there
    {
      name: 'firewall',
      account: at(second, `role-${id}-viewer`),
      delegated: [{ role: 'role-huaxin-partner' }, { role: 'role-huaxin-firewall' }],
    },
    // one company: reads the east for good, edits the north for a time
    {
      name: 'north',
      account: at(FIRST, 'role-huaxin-viewer', { regions: [EAST] }),
      delegated: [{ role: 'role-huaxin-operator', region: NORTH }],
    },
    // an administrator who is delegated little
    { name: 'admin', account: at(second, `role-${id}-admin`, { admin: true }), delegated: [{ role: 'role-huaxin-report' }] },
    // nobody's things are not delegated
    {
      name: 'global',
      account: { accountType: 'global', companyList: [second], rolesId: ['role-noc'] },
      delegated: [{ role: 'role-global' }],
    },
  ];
}

/** Adds accounts to whom the first company delegates something: `fixture-delegated-*`. */
export async function addDelegates({ services }: TestServer, second: string): Promise<void> {
  const spec = (name: string) => {
    const found = services.store.specNamed(name);
    if (!found) throw new Error(`The contract has no ${name}`);
    return found;
  };
  const time = (hours: number): string => new Date(services.clock.now() + hours * HOUR).toISOString();
  await services.system.write(async (tx) => {
    for (const { name, account, delegated } of delegates(second)) {
      const username = `fixture-delegated-${name}@demo.example`;
      await tx.insert(spec('User'), {
        username,
        name,
        enable: true,
        admin: false,
        loginMethod: 'password',
        regions: [],
        ...account,
      });
      for (const [index, { role, region }] of delegated.entries()) {
        const period = { startTime: time(-1), endTime: time(24 * 365), deadline: time(24 * 365), status: 'running' };
        const entrust = {
          entrustId: `e-delegated-${name}-${index}`,
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
