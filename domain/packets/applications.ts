/** What kind of application each known one is; those of `schemas/values/application.yaml`. */
const kinds: Readonly<Record<string, string>> = {
  office: 'office365 googleWorkspace kingdee yonyou adobe',
  im: 'wechat wecom dingtalk feishu qq whatsapp telegram slack',
  meeting: 'teams zoom tencentMeeting webex skype',
  mail: 'outlook gmail netease163',
  video: 'youtube netflix tiktok douyin bilibili iqiyi tencentVideo',
  music: 'qqMusic spotify',
  social: 'facebook twitter instagram weibo linkedin',
  game: 'steam kingOfGlory pubg',
  shopping: 'taobao jd pinduoduo amazon',
  finance: 'alipay paypal wechatPay bankOnline eastMoney',
  download: 'bitTorrent thunder ftp windowsUpdate',
  cloud: 'salesforce sap github gitlab dropbox oneDrive baiduNetdisk',
  database: 'mysql postgres oracle sqlServer redis',
  remoteAccess: 'ssh telnet rdp vnc teamViewer',
  network: 'smb dns ntp snmp sip',
  security: 'openVpn wireGuard',
};

const byApplication = new Map(
  Object.entries(kinds).flatMap(([category, names]) => names.split(' ').map((name): [string, string] => [name, category])),
);

/** The category of an application, undefined for one that is not known. */
export function categoryOf(application: string): string | undefined {
  return byApplication.get(application);
}
