import type { RouteConfigEntry } from '@react-router/dev/routes'
import { dashPagePaths } from '@sampan/contract/paths'
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
    .filter(({ path }) => path === 'dash')
    .flatMap((each) => pathsOf(each))
    .filter((path) => !path.endsWith('*'))
  expect([...new Set(pages)].sort()).toEqual([...dashPagePaths].sort())
})
