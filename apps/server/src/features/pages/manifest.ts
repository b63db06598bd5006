/** What makes the page an app that can be installed, and that others can share files to (I3). */
import { sharePath } from '@sampan/contract/paths'
import { brandColours } from '@sampan/contract/rules/brand-colours'

const paper = '#faf7f1'

const png = (src: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The product's colours on paper (looks/tokens), below a bar in the operator's. */
export const manifest = (name: string, colour: string | null): string =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: colour ? brandColours(colour, 'light').button : paper,
    icons: [png('/icon-192.png', 192), png('/icon-512.png', 512), png('/icon-maskable-512.png', 512, 'maskable')],
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['*/*'] }] },
    },
  })
