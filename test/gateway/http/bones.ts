import { expect } from "chai";
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes as Nodes } from "parse5";

const ADDRESSES = ["href", "src", "action", "formaction", "content", "data"];
const GOOD_ADDRESS = /^(https?:\/\/|mailto:|bitcoin:|ethereum:|data:image\/|\/|#|\?|$)/;

/** The elements of a page, save paragraphs, which a description has as many as it likes, with the names of their attributes; addresses have to be harmless. */
export function bonesOf(html: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: Nodes.Node) => {
    if (tree.isElementNode(node)) {
      found.push(`${node.tagName} ${node.attrs.map(({ name }) => name).toSorted().join(" ")}`); // prettier-ignore
      for (const { name, value } of node.attrs)
        if (ADDRESSES.includes(name) && name !== "content") expect(value, `${node.tagName} ${name}`).to.match(GOOD_ADDRESS); // prettier-ignore
    }
    if (tree.isElementNode(node) && node.tagName === "template") visit((node as Nodes.Template).content);
    if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found.filter((bone) => !/^p class( dir)?$/.test(bone));
}
