import pluralize from 'pluralize';

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
  'ip ipv4 ipv6 id ids url uri dns ntp mac wan lan vpn pop sn ha mtu mss qos acl nat dhcp ospf bgp api http https tcp udp ssid sms sla arp vlan ssh ssl tls oidc scim sso jwt mfa totp cpu ttl os ui ap edr saml jwk jwks m2m dpi wlan vlan bgp gre rma upnp smtp snmp igmp stp poe lldp msp idp ids ddns usb pdf csv json xml html css sql gpu ram ssd sdn'.split(
    ' ',
  ),
);

/** `popLine` to `Pop line`, `lanIp` to `LAN IP`: what a person reads where no title is given. */
export function humanise(identifier: string): string {
  const isMixed = /[a-z]/.test(identifier);
  return words(identifier.replaceAll(/O[Aa]uth(?=$|[^a-z])/g, 'Oauth'))
    .map((each, index) => {
      const word = each.toLowerCase();
      // initials among words are meant as such
      if (isMixed && /^[A-Z]{2,}$/.test(each) && word !== 'ids') return each;
      if (word === 'oauth') return 'OAuth';
      if (initialisms.has(word)) return word === 'ids' ? 'IDs' : word.toUpperCase();
      return index === 0 ? word[0]!.toUpperCase() + word.slice(1) : word;
    })
    .join(' ');
}

/** What is the same for one and for many, beside what the library knows. */
for (const word of ['streaming', 'data', 'metadata', 'dns', 'ddns', 'mdns', 'tls', 'sms', 'gps', 'https', 'qos', 'aws', 'os'])
  pluralize.addUncountableRule(word);
pluralize.addSingularRule(/caches$/i, 'cache');

/** `apiKeys` is `apiKey`, `site_groups` `site_group`: English singular of a path segment or a name. */
export function singular(name: string): string {
  return name.replace(lastWord, (word) => (/^[A-Z]{2,}$/.test(word) ? word : pluralize.singular(word)));
}

/** English plural of a title or a name, `POP` and `Address set` alike; only its last word changes. */
export function plural(title: string): string {
  return title.replace(lastWord, (word) => (/^[A-Z]{2,}$/.test(word) ? manyOf(word) : pluralize.plural(word)));
}

/** `POPs`, but the same for many DNS. */
function manyOf(initials: string): string {
  return pluralize.plural(initials.toLowerCase()) === initials.toLowerCase() ? initials : `${initials}s`;
}

const lastWord = /(?:[A-Z]?[a-z]+|[A-Z]+s?)\d*$/;
