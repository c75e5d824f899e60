const FORM_ID = /^[1-9A-HJ-NP-Za-km-z]{24,40}$/; // as timeOrderedId makes them

/** True for an id that a page of ours may have given to a form, so that sending the form twice makes one thing. */
export function isFormId(id: string | undefined): id is string {
  return id !== undefined && FORM_ID.test(id);
}
