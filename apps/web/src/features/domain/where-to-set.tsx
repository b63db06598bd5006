/** How those who hold people's DNS name the fields, and what of the name is left out there. */
import { useTranslation } from 'react-i18next'
import classes from './domain.module.css'

/** Their own words, in the language in which most of their customers see them; the same in every language of ours. */
const hosts = [
  { host: 'Alibaba Cloud 阿里云', name: '主机记录 Host', value: '记录值 Value' },
  { host: 'DNSPod 腾讯云', name: '主机记录 Host', value: '记录值 Value' },
  { host: 'Cloudflare', name: 'Name', value: 'Target / Content' },
  { host: 'GoDaddy', name: 'Name', value: 'Value' },
  { host: 'Namecheap', name: 'Host', value: 'Value' },
  { host: 'AWS Route 53', name: 'Record name', value: 'Value' },
] as const

export function WhereToSet({ host }: { host: string }) {
  const { t } = useTranslation('domain')
  const above = host.split('.').slice(-2).join('.')
  return (
    <details className={classes.more}>
      <summary>{t('where')}</summary>
      <p className={classes.text}>{t('whereText', { above })}</p>
      <div className={classes.scroller}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('whereHost')}</th>
              <th>{t('name')}</th>
              <th>{t('value')}</th>
            </tr>
          </thead>
          <tbody>
            {hosts.map((each) => (
              <tr key={each.host}>
                <td>{each.host}</td>
                <td>{each.name}</td>
                <td>{each.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.text}>{t('whereProxy')}</p>
    </details>
  )
}
