/** About, updates and the legal pages: a page of words. */
import { defaultLanguage } from '@sampan/contract/paths'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { readPage } from '../features/site/content.server.ts'
import { TextPage } from '../features/site/text-page.tsx'
import { pathIn, pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export const loader = ({ url: { pathname } }: LoaderFunctionArgs) =>
  readPage(pathIn(pathname, defaultLanguage).slice(1), pathLanguage(pathname) ?? defaultLanguage)

export const meta = ({ loaderData, location }: MetaArgs<typeof loader>) => contentMeta(location.pathname, loaderData!)

export default function Page() {
  return <TextPage page={useLoaderData<typeof loader>()} />
}
