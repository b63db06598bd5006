import { useMemo } from 'react'
import { useParams } from 'react-router'
import { RequestPage } from '../features/request-page/request-page.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await loadTexts('request')
  return null
}

export default function Request() {
  const { slug = '', user } = useParams()
  const address = useMemo(() => ({ slug, user }), [slug, user])
  return (
    <div className={classes.page}>
      <Scene />
      <RequestPage key={`${slug}/${user}`} address={address} />
    </div>
  )
}
