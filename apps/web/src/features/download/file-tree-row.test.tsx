import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { FileTreeRow } from './file-tree-row.tsx'
import { buildTree } from './tree.ts'

const i18n = await createI18n('en')
const nothing = () => {}

test('D4 a name that opens its file has an eye beside it, one that does not has none', () => {
  const [node] = buildTree([{ fileId: 'a', path: 'offer.pdf', size: 1, lastModified: null }]).root.children
  const row = (open: (() => void) | null): string =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <FileTreeRow
          node={node!}
          index={0}
          top={null}
          address={{ slug: 'abcdefg' }}
          mark="none"
          received={null}
          readyCount={1}
          isOpen={false}
          isActive
          hasBox={false}
          showsPath={false}
          isPending={false}
          onChoose={nothing}
          onToggle={nothing}
          onDownload={nothing}
          onPreview={() => open}
        />
      </I18nextProvider>,
    )
  expect(row(nothing)).toMatch(/<button[^>]*aria-label="Preview offer\.pdf".*lucide-eye/)
  expect(row(null)).not.toMatch(/<button|lucide-eye/)
})
