/** The domain by which a company's logo is looked up (A6). */

/** Common free-mail providers: their logo is nobody's company. */
const freeMail = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr live.com live.cn msn.com passport.com yahoo.com
  yahoo.co.uk yahoo.co.jp yahoo.com.cn yahoo.cn yahoo.fr yahoo.de ymail.com rocketmail.com icloud.com me.com mac.com aol.com
  proton.me protonmail.com pm.me tutanota.com tuta.io tutamail.com zoho.com mail.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de
  t-online.de freenet.de posteo.de mailbox.org fastmail.com fastmail.fm hey.com yandex.com yandex.ru mail.ru bk.ru inbox.ru list.ru
  rambler.ru qq.com vip.qq.com foxmail.com 163.com 126.com yeah.net vip.163.com vip.126.com 188.com sina.com sina.cn vip.sina.com
  sohu.com tom.com 21cn.com 139.com 189.cn wo.cn aliyun.com naver.com daum.net hanmail.net orange.fr wanadoo.fr free.fr laposte.net
  sfr.fr libero.it virgilio.it tiscali.it wp.pl o2.pl interia.pl onet.pl seznam.cz btinternet.com sky.com comcast.net verizon.net
  att.net sbcglobal.net cox.net bellsouth.net shaw.ca rogers.com bigpond.com uol.com.br bol.com.br terra.com.br rediffmail.com`.split(
    /\s+/,
  ),
)

/** Letters, digits and hyphens with a dot between: no address by numbers, no port, nothing that could be a path. */
const isDomain = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

export function companyDomain(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return isDomain.test(domain) && !freeMail.has(domain) ? domain : null
}
