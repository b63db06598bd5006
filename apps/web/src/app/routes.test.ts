import type { RouteConfigEntry } from '@react-router/dev/routes'
import { languages } from '@sampan/contract/languages'
import { dashPagePaths, publicPaths } from '@sampan/contract/paths'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import routes from './routes.ts'

/** The addresses of all pages below a route. */
function pathsOf({ path = '', children = [], index }: RouteConfigEntry, above = ''): string[] {
  const here = path ? `${above}/${path}` : above
  const isPage = index || !children.some((child) => child.index)
  return [...(isPage ? [here] : []), ...children.flatMap((child) => pathsOf(child, here))]
}

test('W1 the server knows every page of the dashboard, and no other', () => {
  const pages = (routes as RouteConfigEntry[])
    .filter(({ path }) => path === 'dash' || path === 'admin')
    .flatMap((each) => pathsOf(each))
    .filter((path) => !path.endsWith('*'))
  expect([...new Set(pages)].sort()).toEqual([...dashPagePaths].sort())
})

const fileOf = (address: string): string | undefined => {
  const objects = (all: RouteConfigEntry[]): object[] =>
    all.map(({ path, index, children, file }) => ({ path, index, file, ...(children && { children: objects(children) }) }))
  const match = matchRoutes(objects(routes as RouteConfigEntry[]), address)?.at(-1)?.route as { file?: string } | undefined
  return match?.file
}

test('I1 a public page is the same file in every language, and only in those that there are', () => {
  for (const pathOf of publicPaths) expect(new Set(languages.map((language) => fileOf(pathOf(language)))).size).toBe(1)
  expect(['/', '/zh/', '/zh', '/zh/login', '/register'].map((address) => fileOf(address)?.split('/').at(-1))).toEqual([
    'home.tsx',
    'home.tsx',
    'home.tsx',
    'login.tsx',
    'register.tsx',
  ])
  for (const address of ['/yy/', '/yy/login', '/en/', '/en/login', '/zh/zh/', '/zh/w/abc'])
    expect(fileOf(address), address).toBe('../pages/not-found.tsx')
})
