/** One line of the list: a folder that opens, an empty folder, or a file, each with its box and its download. */
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { ChevronRight, Download, LoaderCircle } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { FileIcon, FolderIcon } from '../../ui/file-icon.tsx'
import { Checkbox } from './checkbox.tsx'
import classes from './file-tree-row.module.css'
import { fileHref, type LinkAddress } from './link-address.ts'
import { shownName } from './safe-text.ts'
import type { Mark } from './selection.ts'
import type { FileNode, FolderNode, TreeNode } from './tree.ts'

type Props = {
  node: TreeNode
  address: LinkAddress
  mark: Mark
  isOpen: boolean
  hasBox: boolean
  showsPath: boolean
  isPending: boolean
  onChoose: () => void
  onToggle: () => void
  onDownload: () => void
}
const deepestIndent = 4

export function FileTreeRow(props: Props) {
  const { node, mark, hasBox, onChoose } = props
  const { t } = useTranslation('download')
  const name = shownName(node.name)
  return (
    <div className={classes.row} data-row style={{ '--depth': Math.min(node.depth - 1, deepestIndent) } as CSSProperties}>
      {hasBox && <Checkbox label={t('choose', { name })} mark={mark} onChange={onChoose} />}
      {node.kind === 'folder' ? (
        <FolderLine {...props} node={node} name={name} />
      ) : (
        <FileLine {...props} node={node} name={name} />
      )}
    </div>
  )
}

const Words = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className={classes.words}>
    <span className={classes.name} data-name title={name}>
      <bdi>{name}</bdi>
    </span>
    <span className={classes.detail}>{children}</span>
  </span>
)

function FolderLine({ node, name, isOpen, isPending, onToggle, onDownload }: Props & { node: FolderNode; name: string }) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const count = t('fileCount', { count: node.fileCount, number: format.number(node.fileCount) })
  const words = <Words name={name}>{node.fileCount > 0 ? `${count} · ${format.bytes(node.totalBytes)}` : t('emptyFolder')}</Words>
  const Icon = isPending ? LoaderCircle : Download
  return (
    <>
      {node.children.length > 0 ? (
        <button
          type="button"
          className={classes.folder}
          aria-expanded={isOpen}
          aria-label={t('showFolder', { name })}
          onClick={onToggle}
        >
          <FolderIcon />
          {words}
          <ChevronRight className={classes.chevron} size={18} aria-hidden="true" />
        </button>
      ) : (
        <span className={classes.line}>
          <FolderIcon />
          {words}
        </span>
      )}
      <button
        type="button"
        className={classes.action}
        aria-label={t('downloadFolder', { name })}
        aria-busy={isPending}
        onClick={isPending ? undefined : onDownload}
      >
        <Icon className={isPending ? classes.spinning : undefined} size={19} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </>
  )
}

/** Found files stand without their folders, so they say where they are from. */
function FileLine({ node, name, address, showsPath }: Props & { node: FileNode; name: string }) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const { file } = node
  const folder = showsPath ? shownName(file.path.split('/').slice(0, -1).join(' / ')) : ''
  return (
    <>
      <span className={classes.line}>
        {isFolderPath(file.path) ? <FolderIcon /> : <FileIcon path={file.path} />}
        <Words name={name}>
          {format.bytes(file.size)}
          {folder && (
            <>
              {' · '}
              <bdi>{folder}</bdi>
            </>
          )}
        </Words>
      </span>
      <a className={classes.action} href={fileHref(address, file.fileId)} download="" aria-label={t('downloadFile', { name })}>
        <Download size={19} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </>
  )
}
