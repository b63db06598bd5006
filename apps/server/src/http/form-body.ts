/** Plain HTML forms for pages without JavaScript; repeated fields are lists. Register in an encapsulated plugin. */
import { parse } from 'node:querystring'
import type { FastifyInstance } from 'fastify'

/** These fields are lists even if only one entry was chosen. */
const lists = new Set(['fileIds'])
const maxFields = 10_100

export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const fields = Object.entries(parse(String(body), '&', '=', { maxKeys: maxFields }))
    done(null, Object.fromEntries(fields.map(([name, value]) => [name, lists.has(name) ? [value].flat() : value])))
  })
}
