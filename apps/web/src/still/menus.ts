/** The browser's own menus, which close when something else is pressed or looked at. */
export function closeMenus(): void {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>('details[data-menu]')]
  const closeBut = (target: EventTarget | null) => {
    for (const menu of menus) if (!(target instanceof Node && menu.contains(target))) menu.open = false
  }
  document.addEventListener('click', ({ target }) => closeBut(target))
  document.addEventListener('focusin', ({ target }) => closeBut(target))
  document.addEventListener('keydown', ({ key }) => {
    const open = key === 'Escape' ? menus.find((menu) => menu.open) : undefined
    if (!open) return
    open.open = false
    open.querySelector('summary')?.focus()
  })
}
