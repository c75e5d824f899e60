/** Texts that are scripts where a page puts them down as they came: by tags, attributes, addresses, templates and odd characters. */
const CALL = "globalThis.crosstillWasHere=1";

const TAGS = [
  `<script>${CALL}</script>`,
  `<ScRiPt>${CALL}</sCrIpT>`,
  `<script/src=data:text/javascript,${CALL}></script>`,
  `<img src=x onerror=${CALL}>`,
  `<svg onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<math><mi//xlink:href="data:x,<script>${CALL}</script>">`,
  `<iframe srcdoc="<script>${CALL}</script>"></iframe>`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<a href="javascript:${CALL}" autofocus>x</a>`,
  `<form action="javascript:${CALL}"><button autofocus>x</button></form>`,
  `<input autofocus onfocus=${CALL}>`,
  `<details open ontoggle=${CALL}>x</details>`,
  `<video><source onerror=${CALL}></video>`,
  `<body onload=${CALL}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<base href="javascript:${CALL}//">`,
  `<link rel=stylesheet href="javascript:${CALL}">`,
  `<style>@import "javascript:${CALL}";</style>`,
  `<template><script>${CALL}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>"></noscript>`,
  `<!--><script>${CALL}</script>-->`,
  `<![CDATA[<script>${CALL}</script>]]>`,
];

/** What a text may have to break out of before its tag is one. */
const OUT_OF = [
  (tag: string) => tag,
  (tag: string) => `">${tag}`,
  (tag: string) => `'>${tag}`,
  (tag: string) => `</title></textarea></script></style>${tag}`,
];

const WITHOUT_TAGS = [
  `" onmouseover="${CALL}" x="`,
  `' onmouseover='${CALL}' x='`,
  `\` onmouseover=\`${CALL}\``,
  `x onfocus=${CALL} autofocus`,
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  `java\tscript:${CALL}`,
  `\u0001javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `vbscript:${CALL}`,
  `\${${CALL}}`,
  `{{constructor.constructor("${CALL}")()}}`,
  `<%= ${CALL} %>`,
  `<%~ ${CALL} %>`,
  `%><script>${CALL}</script><%`,
  `&lt;script&gt;${CALL}&lt;/script&gt;`,
  `&#60;script&#62;${CALL}&#60;/script&#62;`,
  String.raw`\u003cscript\u003e${CALL}\u003c/script\u003e`,
  `＜script＞${CALL}＜/script＞`,
  `+ADw-script+AD4-${CALL}+ADw-/script+AD4-`,
  `\u202e>tpircs/<${CALL}>tpircs<`,
  `</script><script>${CALL}//`,
  `*/${CALL}/*`,
  `\\"-${CALL}//`,
];

/** Each tag with each way out of what is before it (JOURNEYS=full), or with one of the ways in turn; and what needs no tag. */
export const PAYLOADS: readonly string[] = [
  ...TAGS.flatMap((tag, index) =>
    OUT_OF.filter((_, way) => process.env["JOURNEYS"] === "full" || way === index % OUT_OF.length).map(
      (out) => out(tag),
    ),
  ),
  ...WITHOUT_TAGS,
];
