/** Words of an identifier in any of the usual styles. */
export function words(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
}

export function pascalCase(identifier: string): string {
  return words(identifier)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}

export function camelCase(identifier: string): string {
  const name = pascalCase(identifier);
  return name === '' ? '' : name[0]!.toLowerCase() + name.slice(1);
}

export function kebabCase(identifier: string): string {
  return words(identifier)
    .map((word) => word.toLowerCase())
    .join('-');
}

const initialisms = new Set(
  'ip ipv4 ipv6 id ids url uri dns ntp mac wan lan vpn pop sn ha mtu mss qos acl nat dhcp ospf bgp api http https tcp udp ssid sms sla arp vlan ssh ssl tls oidc scim sso jwt mfa totp cpu ttl os ui'.split(
    ' ',
  ),
);

/** `popLine` to `Pop line`, `lanIp` to `LAN IP`: what a person reads where no title is given. */
export function humanise(identifier: string): string {
  const parts = words(identifier).map((word) => word.toLowerCase());
  return parts
    .map((word, index) => {
      if (initialisms.has(word)) return word === 'ids' ? 'IDs' : word.toUpperCase();
      return index === 0 ? word[0]!.toUpperCase() + word.slice(1) : word;
    })
    .join(' ');
}

const irregular: Record<string, string> = {
  addresses: 'address',
  aliases: 'alias',
  statuses: 'status',
  processes: 'process',
  accesses: 'access',
  policies: 'policy',
  indices: 'index',
  people: 'person',
  series: 'series',
  news: 'news',
};

/** English singular of a path segment, good enough to name a resource. */
export function singular(segment: string): string {
  const lower = segment.toLowerCase();
  for (const [plural, one] of Object.entries(irregular)) {
    if (lower.endsWith(plural)) return segment.slice(0, segment.length - plural.length) + matchCase(segment.slice(-plural.length), one);
  }
  if (/ies$/i.test(segment)) return segment.replace(/ies$/i, 'y');
  if (/(ss|us|is)$/i.test(segment)) return segment;
  if (/(ches|shes|xes|zes|sses)$/i.test(segment)) return segment.replace(/es$/i, '');
  return segment.replace(/s$/i, '');
}

/** English plural of a title, `POP` and `Address set` alike; only its last word changes. */
export function pluralTitle(title: string): string {
  const lower = title.toLowerCase();
  for (const [plural, one] of Object.entries({ ...irregular, diagnoses: 'diagnosis', analyses: 'analysis', queries: 'query' })) {
    if (lower.endsWith(one)) return title.slice(0, title.length - one.length) + matchCase(title.slice(-one.length), plural);
  }
  if (/[^aeiou]y$/i.test(title)) return title.replace(/y$/i, 'ies');
  if (/(s|x|z|ch|sh)$/i.test(title)) return `${title}es`;
  return `${title}s`;
}

function matchCase(sample: string, word: string): string {
  return /^[A-Z]/.test(sample) ? word[0]!.toUpperCase() + word.slice(1) : word;
}
