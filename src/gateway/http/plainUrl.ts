/** A URL without user, query and fragment, in which tokens are sent. Text that is no URL is cut at the first "?" or "#". */
export function plainUrl(text: string): string {
  if (!URL.canParse(text)) return text.replace(/[?#].*$/s, "");
  const url = new URL(text);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
