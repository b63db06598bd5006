/** A page in the colours of whoever it is from, with their icon (B1): the server has written both in front, or they come with the app. */
import type { BrandShown } from '@sampan/contract/routes/branding'
import { useLayoutEffect } from 'react'

function themeLink(): HTMLLinkElement {
  const written = document.querySelector<HTMLLinkElement>('link[data-brand="theme"]')
  if (written) return written
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset.brand = 'theme'
  document.head.append(link)
  return link
}

const icons = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')]

/** Where it leads elsewhere, the product looks as ever. */
export function useBrand({ theme, favicon }: Partial<BrandShown> = {}): void {
  useLayoutEffect(() => {
    if (!theme) return
    const link = themeLink()
    if (link.getAttribute('href') !== theme) link.href = theme
    return () => link.remove()
  }, [theme])
  useLayoutEffect(() => {
    if (!favicon) return
    for (const icon of icons()) {
      icon.removeAttribute('type')
      icon.href = favicon
    }
    return () => {
      for (const icon of icons()) icon.href = '/favicon.svg'
    }
  }, [favicon])
}
