import { Readable } from 'node:stream'
import * as contract from '@sampan/contract/routes/receipts'
import type { FastifyInstance } from 'fastify'
import { attachment } from '../../http/content-disposition.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import { publicLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { originOfOwner } from '../domains/index.ts'
import { receiptCsv } from './csv.ts'
import { drawApart } from './draw-apart.ts'
import { drawReceipt } from './draw-receipt.ts'
import { readReceipt } from './read-receipt.ts'

const drawing = { program: new URL('./draw-receipt.js', import.meta.url), draw: drawReceipt }

const headersOf = (type: string, name: string) => ({
  'cache-control': 'private, no-store',
  'content-type': type,
  'content-disposition': attachment(name, 'receipt'),
})

export function receiptRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  const { config } = services
  const { productName, geoCredit } = config
  const credit = geoCredit ? Object.values(geoCredit).join('') : ''
  serveRoute(app, context, contract.readReceipt, ({ actor, params, query: { language = actor.language, ...of } }) =>
    readReceipt(services, { ...actor, language }, { ...params, ...of }),
  )
  serveRoute(app, context, contract.receiptPdf, async ({ actor, params, query, reply }) => {
    const { language = actor.language, ...of } = query
    const receipt = await readReceipt(services, { ...actor, language }, { ...params, ...of })
    const link = publicLink(await originOfOwner(services, actor.ownerId), receipt.slug)
    const bytes = await drawApart(drawing, { receipt, link, language, productName, credit }, actor.ownerId)
    await reply.headers(headersOf('application/pdf', `receipt-${receipt.slug}.pdf`)).send(bytes)
  })
  serveRoute(app, context, contract.receiptCsv, async ({ actor, params, query, reply }) => {
    const { language = actor.language, ...of } = query
    const lines = await receiptCsv(services, actor, { ...params, ...of, language })
    await reply.headers(headersOf('text/csv; charset=utf-8', `receipt-${params.slug}.csv`)).send(Readable.from(lines))
  })
}
