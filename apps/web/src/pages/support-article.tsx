/** One answer, at an address of its own. */
import { defaultLanguage } from '@sampan/contract/paths'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { listSupport, readPage } from '../features/site/content.server.ts'
import { SupportArticle } from '../features/site/support-article.tsx'
import { pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export function loader({ url: { pathname }, params: { name } }: LoaderFunctionArgs) {
  const language = pathLanguage(pathname) ?? defaultLanguage
  const page = readPage(`support/${name}`, language)
  return { page, others: listSupport(language).filter((each) => each.group === page.group && each.name !== name) }
}

export const meta = ({ loaderData, location }: MetaArgs<typeof loader>) => contentMeta(location.pathname, loaderData!.page)

export default function Page() {
  return <SupportArticle {...useLoaderData<typeof loader>()} />
}
