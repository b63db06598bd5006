import { defaultLanguage } from '@sampan/contract/paths'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { Blog } from '../features/site/blog.tsx'
import { listArticles } from '../features/site/content.server.ts'
import { pageTexts } from '../lib/i18n.ts'
import { pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export const loader = ({ url: { pathname } }: LoaderFunctionArgs) => listArticles(pathLanguage(pathname) ?? defaultLanguage)

export const meta = ({ location }: MetaArgs) =>
  contentMeta(location.pathname, {
    title: pageTexts()('blogTitle', { ns: 'site' }),
    description: pageTexts()('blogDescription', { ns: 'site' }),
  })

export default function Page() {
  return <Blog articles={useLoaderData<typeof loader>()} />
}
