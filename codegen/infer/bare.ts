/** How it is read, before what it is. */
const asked = /^(?:Get|Retrieve|Fetch)(?=[A-Z][a-z])/;
/** How it is sent: only beside how it is answered, for an `UpdatePolicy` and a `ListItem` are things. */
const sent = /^(?:List|Create|Update|Patch|Delete)(?=[A-Z][a-z])/;
/** How it is answered, or how much of it, after what it is; after a dash or an underscore in any case. */
const answered =
  /(?<=\w)(?:[-_]+(?:base|full|mini|standard|compact|read|response|get|details?)|(?:Response)?(?:Success|Succeeded)|Response(?:Body|Data|Item|Payload)?|ResponseDto|Dto|DTO|Representation|Info|(?<!Storage|Data|Address|Network|Value)Object|Compact|(?<!Data|Code|Knowledge|Fire)Base|Full|Mini|Read)$/i;

/**
 * What a component is, without how it is asked for and answered: `GetContactResponseSuccess` is a contact, `ProjectCompact` a project,
 * `Folder--Mini` a folder, and `TenantWithOwnerData` a tenant.
 */
export function bare(component: string): string {
  let name = component.replace(/(?<=\w)With[A-Z]\w*(?:Data|Details)$/, '');
  for (let shorter = stripped(name); shorter !== name; shorter = stripped(name)) name = shorter;
  const own = name.replace(asked, '');
  return name === component ? own : own.replace(sent, '');
}

function stripped(name: string): string {
  return name.replace(answered, (suffix) => (/^[-_A-Z]/.test(suffix) ? '' : suffix));
}
