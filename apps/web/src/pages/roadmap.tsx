import { defaultLanguage } from '@sampan/contract/paths'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { readIdeas } from '../features/site/content.server.ts'
import { Roadmap } from '../features/site/roadmap.tsx'
import { pageTexts } from '../lib/i18n.ts'
import { pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export const loader = ({ url: { pathname } }: LoaderFunctionArgs) => readIdeas(pathLanguage(pathname) ?? defaultLanguage)

export const meta = ({ location }: MetaArgs) =>
  contentMeta(location.pathname, {
    title: pageTexts()('roadmapTitle', { ns: 'site' }),
    description: pageTexts()('roadmapDescription', { ns: 'site' }),
  })

export default function Page() {
  return <Roadmap ideas={useLoaderData<typeof loader>()} />
}
