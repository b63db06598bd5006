/** Holds what is answered against what the contract's routes declare (H2): a program that was written by /openapi.json meets no other error. */
import type { ErrorCode } from '@sampan/contract/errors'
import { errorsOf } from '@sampan/contract/routes/errors-of'
import { routes } from '@sampan/contract/routes/index'
import type { FastifyRequest } from 'fastify'

const keyOf = (method: string, path: string): string => `${method === 'HEAD' ? 'GET' : method} ${path}`
const declared = new Map(routes.map((route) => [keyOf(route.method, route.path), new Set(errorsOf(route))]))

/** The servers of tests fail at their end if this was logged. */
export const undeclaredError = 'answered with an error that its route does not declare'

/** Says nothing of pages and unknown addresses, which are no calls. */
export function reportUndeclared(request: FastifyRequest, code: ErrorCode): void {
  const { url } = request.routeOptions
  const codes = url && declared.get(keyOf(request.method, url))
  if (codes && !codes.has(code)) request.log.error({ code, method: request.method, route: url }, undeclaredError)
}
