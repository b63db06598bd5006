/** For who writes a program: made of the contract and the examples as it is built. */
import { defaultLanguage } from '@sampan/contract/paths'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { readPage } from '../features/site/content.server.ts'
import { readCalls, readExamples } from '../features/site/developers.server.ts'
import { Developers } from '../features/site/developers.tsx'
import { pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export const loader = ({ url: { pathname } }: LoaderFunctionArgs) => ({
  page: readPage('developers', pathLanguage(pathname) ?? defaultLanguage),
  examples: readExamples(),
  groups: readCalls(),
})

export const meta = ({ loaderData, location }: MetaArgs<typeof loader>) => contentMeta(location.pathname, loaderData!.page)

export default function Page() {
  return <Developers {...useLoaderData<typeof loader>()} />
}
