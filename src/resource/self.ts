/** What `edit` says in the address of a settings page: its one document has no id. */
export const SELF = 'self';
