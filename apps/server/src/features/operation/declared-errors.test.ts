import { type ErrorCode, errorCatalogue, Problem } from '@sampan/contract/errors'
import { errorsOf } from '@sampan/contract/routes/errors-of'
import { routes } from '@sampan/contract/routes/index'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/support/test-server.ts'
import { undeclaredError } from '../../http/declared-errors.ts'

test('H2 every error that a call declares is in the catalogue, and every error of the catalogue is declared', () => {
  const declared = new Set(routes.flatMap(errorsOf))
  const known = Object.keys(errorCatalogue) as ErrorCode[]
  expect([...declared].filter((code) => !known.includes(code))).toEqual([])
  // Of addresses that are no call, what the page says to whoever comes back from a provider to an account that is connected already,
  // and what the answer to several invitations says of single ones.
  expect(known.filter((code) => !declared.has(code))).toEqual([
    'methodNotAllowed',
    'signInThere',
    ...['memberAlready', 'invitedAlready'],
  ])
})

test('H2 an error that its call does not declare is logged, and no test’s server ends without saying so', async () => {
  const server = await startTestServer()
  const said = async (problem: Problem) => {
    const probe = vi.spyOn(server.services.storage, 'probe').mockRejectedValue(problem)
    const { error } = await (await fetch(`${server.url}/readyz`)).json()
    probe.mockRestore()
    return [error.code, server.logs.filter((line) => line.includes(undeclaredError)).map((line) => JSON.parse(line))]
  }
  expect(await said(new Problem('serverDiskFull'))).toEqual(['serverDiskFull', []])
  expect(await said(new Problem('codeWrong'))).toEqual([
    'codeWrong',
    [expect.objectContaining({ code: 'codeWrong', method: 'GET', route: '/readyz' })],
  ])
  await expect(server.close()).rejects.toThrow('"route":"/readyz"')
})
