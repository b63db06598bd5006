import { expect, test } from 'vitest'
import { calls, routes } from './index.ts'

const files = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true })
const isRoute = (value: unknown) => typeof value === 'object' && value !== null && 'method' in value && 'path' in value

test('H1 every route that a file declares is in a group, once; else nobody would ask for its permissions and its shape', () => {
  const declared = Object.values(files).flatMap((file) => Object.values(file).filter(isRoute))
  expect(new Set(declared)).toEqual(new Set(routes))
  expect(routes).toHaveLength(declared.length)
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
})
