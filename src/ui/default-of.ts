/** The default of a package's module: Node's types see a CommonJS default where the browser gets the module's own. */
export function defaultOf<T>(module: { default: T }): T {
  return 'default' in module ? module.default : module;
}
