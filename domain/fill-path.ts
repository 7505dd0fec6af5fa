/** `/sites/{siteId}` with its parameters in place, each one encoded. A missing one is a fault of the caller. */
export function fillPath(template: string, path: Readonly<Record<string, string | undefined>> = {}): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined || value === '') throw new Error(`No value for {${name}} of ${template}`);
    return encodeURIComponent(value);
  });
}
