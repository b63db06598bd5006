import { geo as geoRoute } from '@sampan/contract/routes/geo'
import { formatCountry } from '@sampan/texts/format'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'

export function geoRoutes(app: FastifyInstance, context: HttpContext, { geo }: Services): void {
  serveRoute(app, context, geoRoute, async ({ actor }) => {
    const { countryCode, city } = geo.placeOf(actor.ip)
    return { country: formatCountry(countryCode, actor.language), countryCode, city_name: city }
  })
}
