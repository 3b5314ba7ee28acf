/**
 * Lets scripts write styles under our content security policy, which forbids style elements without
 * the nonce of the page, and style attributes. Component libraries create such elements without
 * asking for a nonce, and set the attribute of a text area that they measure. Styles in injected
 * HTML remain forbidden.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
/* oxlint-disable typescript/unbound-method -- each is called with the object it was called on */
if (nonce) {
  Document.prototype.createElement = new Proxy(Document.prototype.createElement, {
    apply: (createElement, page: Document, given: [string]) => {
      const element = Reflect.apply(createElement, page, given)
      if (element instanceof HTMLStyleElement) element.nonce = nonce
      return element
    },
  })
  Element.prototype.setAttribute = new Proxy(Element.prototype.setAttribute, {
    apply: (setAttribute, element: Element, given: [string, string]) => {
      if (given[0] === 'style' && element instanceof HTMLElement) element.style.cssText = given[1]
      else Reflect.apply(setAttribute, element, given)
    },
  })
}
