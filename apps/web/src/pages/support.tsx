import { defaultLanguage } from '@sampan/contract/paths'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { listSupport } from '../features/site/content.server.ts'
import { Support } from '../features/site/support.tsx'
import { pageTexts } from '../lib/i18n.ts'
import { pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export const loader = ({ url: { pathname } }: LoaderFunctionArgs) => listSupport(pathLanguage(pathname) ?? defaultLanguage)

export const meta = ({ location }: MetaArgs) =>
  contentMeta(location.pathname, {
    title: pageTexts()('supportTitle', { ns: 'site' }),
    description: pageTexts()('supportDescription', { ns: 'site' }),
  })

export default function Page() {
  return <Support articles={useLoaderData<typeof loader>()} />
}
