/** An element of the shadow tree, with the name under which a page styles it. Strings become text, never markup. */
export function makePart<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  part: string,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.setAttribute('part', part);
  element.append(...children);
  return element;
}
