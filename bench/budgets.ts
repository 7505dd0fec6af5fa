/** Design section 7. A budget is what a figure shall not exceed, or for rates what it shall reach. */
export type Budget = { unit: 's' | 'ms' | 'kB' | 'MB' | 'requests/s' | 'rows/s'; budget?: number };

export const budgets = {
  'dev.edit': { unit: 'ms', budget: 240 },
  'codegen.full': { unit: 's', budget: 2.5 },
  'codegen.warm': { unit: 's', budget: 2.5 },
  'codegen.types': { unit: 's' },

  'login.js': { unit: 'kB', budget: 110 },
  'login.usable': { unit: 'ms', budget: 220 },
  'list.js': { unit: 'kB', budget: 220 },
  'list.rows': { unit: 'ms', budget: 320 },
  'list.heap': { unit: 'MB', budget: 6 },
  'form.js': { unit: 'kB', budget: 70 },

  'fields200.mount': { unit: 'ms', budget: 60 },
  'fields200.key.p95': { unit: 'ms', budget: 14 },
  'fields200.task': { unit: 'ms', budget: 50 },
  'array200.mount': { unit: 'ms', budget: 80 },
  'array200.key.p95': { unit: 'ms', budget: 16 },
  'addresses.mount': { unit: 'ms', budget: 50 },
  'addresses.key.p95': { unit: 'ms', budget: 16 },
  'addresses.paste': { unit: 'ms', budget: 100 },
  'addresses.task': { unit: 'ms', budget: 50 },
  'table100000.mount': { unit: 'ms', budget: 100 },
  'table100000.frame.p95': { unit: 'ms', budget: 20 },

  'topology.paint': { unit: 'ms', budget: 500 },
  'topology.pan.p95': { unit: 'ms', budget: 33 },

  'formats.ipv4': { unit: 'ms', budget: 100 },
  'formats.ipv4-networks': { unit: 'ms', budget: 100 },
  'formats.ipv6': { unit: 'ms', budget: 100 },
  'formats.mixed': { unit: 'ms', budget: 100 },

  'server.get': { unit: 'requests/s', budget: 15_000 },
  'server.get.p99': { unit: 'ms', budget: 10 },
  'server.list': { unit: 'requests/s', budget: 3000 },
  'server.list.p99': { unit: 'ms', budget: 30 },
  'server.create': { unit: 'requests/s', budget: 2000 },
  'server.create.p99': { unit: 'ms', budget: 60 },
  'server.memory': { unit: 'MB', budget: 200 },
  'server.start': { unit: 's', budget: 5 },
  'server.postgres.get': { unit: 'requests/s' },
  'server.postgres.get.p99': { unit: 'ms' },
  'server.postgres.list': { unit: 'requests/s' },
  'server.postgres.list.p99': { unit: 'ms', budget: 30 },
  'server.postgres.create': { unit: 'requests/s' },
  'server.postgres.create.p99': { unit: 'ms' },
  'server.postgres.memory': { unit: 'MB' },

  'scale.sites': { unit: 'requests/s', budget: 3000 },
  'scale.sites.p99': { unit: 'ms', budget: 30 },
  'scale.log': { unit: 'requests/s', budget: 3000 },
  'scale.log.p99': { unit: 'ms', budget: 30 },
  'scale.log.month': { unit: 'ms', budget: 100 },
  'scale.log.word': { unit: 'ms', budget: 100 },
  'scale.log.rareWord': { unit: 'ms', budget: 1000 },
  'scale.log.deep': { unit: 'ms', budget: 1000 },
  'scale.log.export': { unit: 'rows/s' },

  'faults.block': { unit: 'ms', budget: 50 },
  'faults.stop': { unit: 's', budget: 5 },
  'faults.growth': { unit: 'MB' },
  'faults.killed.gone': { unit: 'ms', budget: 2000 },
  'faults.killed.back': { unit: 'ms', budget: 5000 },
  'faults.stopped.gone': { unit: 'ms', budget: 2000 },
  'faults.stopped.back': { unit: 'ms', budget: 5000 },
  'faults.frozen.gone': { unit: 'ms', budget: 2000 },
  'faults.frozen.back': { unit: 'ms', budget: 5000 },
} satisfies Record<string, Budget>;

export type Name = keyof typeof budgets;
