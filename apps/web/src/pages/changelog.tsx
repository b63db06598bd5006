import { defaultLanguage } from '@sampan/contract/paths'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { Changelog } from '../features/site/changelog.tsx'
import { readNews } from '../features/site/news.server.ts'
import { pageTexts } from '../lib/i18n.ts'
import { pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export const loader = ({ url: { pathname } }: LoaderFunctionArgs) => readNews(pathLanguage(pathname) ?? defaultLanguage)

export const meta = ({ location }: MetaArgs) =>
  contentMeta(location.pathname, {
    title: pageTexts()('changelogTitle', { ns: 'site' }),
    description: pageTexts()('changelogDescription', { ns: 'site' }),
  })

export default function Page() {
  return <Changelog html={useLoaderData<typeof loader>()} />
}
