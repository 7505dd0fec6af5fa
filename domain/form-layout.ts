/** Properties that stand together in a form. */
export type Group = {
  name: string;
  /** Property names of the object that owns the group. */
  fields: string[];
  groups?: Group[];
  /** Folded away until asked for. */
  advanced?: true;
  /** Name of the flag that says whether what it holds is valid. */
  flag?: string;
  /** How the sub-groups are laid out; `lifecycle`: what becomes of the item as a whole. */
  widget?: 'section' | 'tabs' | 'steps' | 'lifecycle';
};

/** Of a resource whose form is a page of its own. */
export type FormPage = {
  /** Property with the values that a new one is chosen from before its form opens. */
  start?: string;
  /** What is drawn of the document beside the form. */
  beside?: 'sitePicture';
  /** Resource of changes that wait to be applied, or to be confirmed. */
  apply?: string;
};
