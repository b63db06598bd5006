/** What an operator counts visits and talks to visitors with (W5). None by default, and none is loaded before a visitor agrees. */
import { refuse, setting, url } from './setting-parsers.ts'

const named =
  (shape: RegExp, why: string) =>
  (text: string | undefined): string | null =>
    text === undefined ? null : shape.test(text) ? text : refuse(why)

export const trackerSettings = {
  plausibleUrl: setting(
    'PLAUSIBLE_URL',
    'Plausible that counts visits of the public pages, by the address of its server.',
    'https://plausible.example.com',
    url(['https:', 'http:']),
  ),
  matomoUrl: setting(
    'MATOMO_URL',
    'Matomo that counts visits of the public pages, with ?idsite= and the number of the site.',
    'https://matomo.example.com/?idsite=1',
    (text) => {
      const address = url(['https:', 'http:'])(text)
      if (address !== null && !/^\d+$/.test(new URL(address).searchParams.get('idsite') ?? ''))
        return refuse('must end with ?idsite= and a number')
      return address
    },
  ),
  googleAnalyticsId: setting(
    'GOOGLE_ANALYTICS_ID',
    'Google Analytics that counts visits of the public pages.',
    'G-ABCDE12345',
    named(/^G-[A-Z0-9]{4,20}$/, 'must be a measurement id such as G-ABCDE12345'),
  ),
  crispId: setting(
    'CRISP_ID',
    'Crisp that offers a chat on the public pages.',
    '01234567-89ab-cdef-0123-456789abcdef',
    named(/^[0-9a-f-]{36}$/, 'must be a website id of Crisp'),
  ),
}
