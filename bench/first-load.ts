/**
 * What the browser has before it shows something first, by the modules where each load begins; all that they import statically comes
 * along. The build makes one file of each (vite.config.ts), and `npm run check` weighs them against their budgets (sizes.ts).
 */
export const firstLoad = {
  login: ['src/app/boot/main.tsx', 'src/app/login/login-page.tsx'],
  list: ['src/app/boot/open-shell.tsx', 'src/page/resource-page.tsx'],
  /** Of plain fields; a control that few forms have (a date, a relation) comes when it is shown. */
  form: ['src/page/form-drawer.tsx', 'src/form/resource-form.tsx'],
} as const;

/** What shows measurements: many small modules, which one connection after another would fetch for longer than it takes to read them. */
export const PANELS = ['src/screens/dashboard/index.tsx'];
/** What the drawing of charts is made on, which comes with the first of them. */
export const ENGINE = 'src/charts/engine.ts';
/** What comes after the list, with what it adds to that: the first chart, and the topology. */
export const later = { chart: [...PANELS, ENGINE], topology: ['src/screens/topology/index.tsx'] } as const;
/** What opens over a list, and has nothing to do with charts. */
export const overList = [
  'src/detail/detail-drawer.tsx',
  ...['task-dialog', 'action-task', 'delete-task', 'import-task', 'export-task'].map((name) => `src/page/tasks/${name}.tsx`),
];
/**
 * What every control of the library stands on, and its choice among many, which lists narrow by: ten small files that would wait
 * for one another.
 */
export const SELECT = [
  'src/ui/antd-theme.tsx',
  'src/ui/list-select.tsx',
  ...['config-provider', 'select', 'theme'].map((name) => `node_modules/antd/es/${name}/index.js`),
];
/** Asks for what they show, while they are on their way. */
export const AHEAD = ['src/panels/warm-panels.ts'];

/** Sentences of one language that come with them, as the build names their files. */
export const firstMessages = { login: ['shell', 'errors'], list: ['resource', 'widgets'], form: ['form', 'validation'] } as const;
