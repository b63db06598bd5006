/** An article of the blog. */
import { defaultLanguage } from '@sampan/contract/paths'
import { screenPath } from '@sampan/texts/content/picture-html'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { Article } from '../features/site/article.tsx'
import { listArticles, readPage } from '../features/site/content.server.ts'
import { pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export function loader({ url: { pathname }, params: { name = '' } }: LoaderFunctionArgs) {
  const language = pathLanguage(pathname) ?? defaultLanguage
  return {
    name,
    page: readPage(`blog/${name}`, language),
    latest: listArticles(language).filter((each) => each.name !== name),
  }
}

export function meta({ loaderData, location }: MetaArgs<typeof loader>) {
  const { page } = loaderData!
  const image = page.picture && screenPath(page.picture, page.language, 1280, 'webp')
  return contentMeta(location.pathname, { ...page, image })
}

export default function Page() {
  return <Article {...useLoaderData<typeof loader>()} />
}
