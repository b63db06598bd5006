import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import '../ui/tokens.css'
import '../ui/fonts.css'
import '../ui/base.css'
import '@sampan/texts/registry/style.css'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { MantineProvider } from '@mantine/core'
import { isDashPath } from '@sampan/contract/paths'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import {
  Links,
  type LinksFunction,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router'
import { sayAwake } from '../lib/awake.ts'
import { useLanguage } from '../lib/i18n.ts'
import { htmlLanguage } from '../lib/language.ts'
import { productName } from '../lib/product-name.ts'
import { Logo } from '../ui/logo.tsx'
import { cssVariables, theme } from '../ui/theme.ts'
import { Crash } from './crash.tsx'
import classes from './shell.module.css'
import { Shell } from './shell.tsx'

const font = (href: string) => ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  font(inter),
  font(fraunces),
]

/** Pages without a title of their own keep the one that the server wrote. */
export const meta: MetaFunction = () => [{ title: typeof document === 'undefined' ? productName() : document.title }]

/** A page of words says of itself that it wakes no app: what it does is in a small script of its own. */
const isStill = (handle: unknown): boolean => (handle as { isStill?: boolean } | undefined)?.isStill === true

export function Layout({ children }: { children: ReactNode }) {
  const isWoken = !useMatches().some(({ handle }) => isStill(handle))
  return (
    // The server and boot.js write the language and the theme before React wakes: both stay as they are.
    <html lang={htmlLanguage(useLanguage())} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e1820" media="(prefers-color-scheme: dark)" />
        {/* biome-ignore lint/performance/noSyncScripts: it chooses the theme, which has to be known before anything is drawn */}
        <script src="/boot.js" />
        <Meta />
        <Links />
        {!isWoken && <script type="module" src="/site.js" />}
      </head>
      <body>
        {children}
        {isWoken && <Scripts />}
      </body>
    </html>
  )
}

/** What the server's own pages show until their script has loaded, and all that visitors without scripts see. */
export const HydrateFallback = () => (
  <>
    <header className={classes.bar}>
      <a href="/" className={classes.home}>
        <Logo name={productName()} />
      </a>
    </header>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: Empty here; React leaves alone what the server puts in. */}
    <div id="server-content" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
  </>
)

export function ErrorBoundary() {
  return <Crash error={useRouteError()} />
}

/** The logged-in area has a frame of its own. */
function Frame() {
  const isDash = isDashPath(useLocation().pathname)
  return isDash ? (
    <Outlet />
  ) : (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export default function App() {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } }))
  useEffect(sayAwake, [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Frame />
      </QueryClientProvider>
    </MantineProvider>
  )
}
