import { useParams, useSearchParams } from 'react-router'
import { Download } from '../features/download/download.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export default function DownloadPage() {
  const { slug = '', user, downloadZip } = useParams()
  const dl = useSearchParams()[0].get('dl') ?? undefined
  return (
    <div className={classes.page}>
      <Scene />
      <Download key={`${slug}/${user}`} address={{ slug, user, dl }} startsZip={downloadZip === 'zip'} />
    </div>
  )
}
