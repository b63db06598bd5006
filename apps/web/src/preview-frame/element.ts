/** Everything that a file says is put into the page as text, and never as anything else (R34). */
type Props = { className?: string; title?: string; attributes?: Record<string, string> }

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { attributes = {}, ...props }: Props = {},
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), props)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}
