import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fill, type Params } from '#domain/message.ts';
import errors from '#locales/zh/errors.json' with { type: 'json' };
import shell from '#locales/zh/shell.json' with { type: 'json' };
import { ProblemError } from '#server/kernel/problem.ts';
import { Sentences } from '#server/kernel/sentences.ts';
import { contractFile, root } from '#tests/spec/contract.ts';
import { problems } from '#tests/support/model.ts';
import { asObject, texts } from '#domain/json.ts';

/** Spec section 8 in Chinese, typed here once more: what the server answers for each code. That it answers it is told by the tests of the server. */
const said: [code: string, params: Params, detail: string][] = [
  ['malformed', { reason: 'JSON' }, '请求内容不是有效的数据：JSON。'],
  ['unauthenticated', {}, '会话已超时，请重新登录'],
  ['internal', { requestId: 'r-1' }, '服务器出错，操作未完成。请联系管理员并提供编号 r-1。'],
  ['validation.failed', { count: 2 }, '有 2 处需要修改。'],
  ['rule.confirm', { count: 1 }, '有 1 处提示需要您确认后才能保存。'],
  ['stale', { entity: '站点' }, '站点已被修改，请刷新后重试。'],
  ['duplicate', { field: '名称', value: 'VIP' }, '名称“VIP”已存在，请换一个。'],
  ['duplicate.username', { value: 'a@b.cn' }, '账号名 a@b.cn 已被使用。'],
  ['duplicate.mobile', { value: '13800138000' }, '手机号 13800138000 已绑定其他账号。'],
  ['duplicate.mac', { value: '00:11:22:33:44:55' }, 'MAC 地址 00:11:22:33:44:55 重复。'],
  ['duplicate.site-name', { value: '北京' }, '站点名称“北京”已存在。'],
  ['in-use', { entity: '标签', count: 3 }, '标签正被 3 处使用，不能删除。'],
  ['in-use.policy-rule', { templates: 2, sites: 5 }, '规则被 2 个模板、5 个站点引用，不能删除。'],
  ['in-use.role', { count: 4 }, '角色正被 4 处（账号或委托）使用，不能删除。'],
  ['in-use.alert-group', { count: 6 }, '告警组正被 6 个告警码使用，不能删除。'],
  ['not-deletable.self', {}, '删除失败，请联系管理员。不能删除自己的账号。'],
  ['delete-forbidden', {}, '您没有删除它的权限。'],
  ['login.failed', {}, '登录失败：用户名或密码错误。'],
  ['login.mobile-not-found', {}, '未找到手机号，请联系管理员'],
  ['login.mobile-not-bound', {}, '手机未绑定'],
  ['login.code-too-often', { seconds: 59 }, '验证码请求过于频繁，请 59 秒后再试'],
  ['login.code-not-sent', {}, '获取验证码失败'],
  ['login.code-mismatch', {}, '验证码不匹配'],
  ['login.code-required', {}, '请输入正确的验证码'],
  ['too-many-attempts', { count: 30 }, '登录尝试次数过多，账号冻结 30 秒'],
  ['too-many-attempts.minutes', { count: 5 }, '登录尝试次数过多，账号冻结 5 分钟'],
  ['too-many-attempts.hours', { count: 2 }, '登录尝试次数过多，账号冻结 2 小时'],
  ['login.ip', {}, 'IP 地址与配置不匹配'],
  ['username.format', {}, '用户名格式错误'],
  ['password.wrong', {}, '原密码错误，密码未修改。'],
  ['password.same', {}, '新密码不能与原密码相同'],
  ['password.mismatch', {}, '两次输入的密码不一致'],
  ['site.no-sn', {}, '站点没有设备序列号，无法诊断或查询。'],
  [
    'site.subnet-conflict',
    { value: '10.1.0.0/24', site: '上海', other: '10.1.0.0/16' },
    '网段 10.1.0.0/24 与站点“上海”的 10.1.0.0/16 冲突，确认继续？',
  ],
  ['site.vpn-conflict', { value: '10.8.0.0/24', other: '10.8.0.0/16' }, '移动接入网段 10.8.0.0/24 与 10.8.0.0/16 冲突。'],
  ['site.batch-failed', { sites: '北京、上海' }, '以下站点创建失败：北京、上海。'],
  ['device.registered', { sn: 'AR1001', site: '北京' }, '设备 AR1001 已被站点“北京”注册。'],
  ['device.backup-in-use', { sn: 'AR1001', site: '北京' }, '备用设备 AR1001 已被站点“北京”使用。'],
  ['device.model', { sn: 'AR1001', model: 'AR1000', expected: 'AR2000' }, '型号不一致：AR1001 是 AR1000，应为 AR2000。'],
  ['device.missing', { sn: 'AR1001' }, '设备 AR1001 不存在。'],
  ['device.replace-failed', { site: '北京' }, '更换失败：站点“北京”的配置正在下发，请稍后重试。'],
  ['pool.limit', { pool: '总部' }, '地址池“总部”已达上限，没有空闲地址。'],
  ['consul', {}, '同步consul失败'],
  ['maintenance', {}, '系统维护中'],
];

/** What the console itself says. */
const shown: [statement: string, sentence: string, said: string][] = [
  ['8.session.expired-message', errors.session.expired, '会话已超时，请重新登录'],
  ['8.status.418', errors.http['418'], '同步consul失败'],
  ['8.status.503', errors.http['503'], '系统维护中'],
  ['8.username.400', shell.rename.format, '用户名格式错误'],
  ['8.username.other-error', shell.rename.failed, '修改用户名失败：服务器错误'],
  ['8.username.success', shell.rename.done, '初始用户名修改成功'],
  ['8.password.failure', shell.password.failed, '密码修改失败'],
  ['8.password.success', shell.password.done, '密码修改成功，请重新登录'],
  ['8.password.enter-old', shell.password.needOld, '请输入原密码'],
  ['8.password.same-as-old', shell.password.same, '新密码不能与原密码相同'],
  ['8.password.enter-confirm', shell.password.needConfirm, '请输入确认密码'],
  ['8.password.not-match', shell.password.mismatch, '两次输入的密码不一致'],
];

describe('messages of section 8 in Chinese', () => {
  const sentences = new Sentences(problems, join(root, 'locales'));

  test.each(said)('%s', (code, params, detail) => {
    const problem = sentences.problem(new ProblemError({ code, status: 400, params }), 'zh', 'r-1');
    expect(problem['detail']).toBe(detail);
    expect(problem['title']).toMatch(/\p{Script=Han}/u);
    const english = sentences.problem(new ProblemError({ code, status: 400, params }), 'en', 'r-1');
    expect(english['detail']).not.toContain('{{');
    expect(english['title']).toMatch(/^[^\p{Script=Han}{]+$/u);
  });

  test('every problem that section 8 asks for is among them', () => {
    const problems = Object.entries(asObject(contractFile('openapi/problems.yaml')));
    const asked = problems.filter(([, problem]) => texts([asObject(problem)['source']].flat()).some((id) => id.startsWith('8.')));
    expect(asked.map(([code]) => code).toSorted()).toEqual(said.map(([code]) => code).toSorted());
  });

  test.each(shown)('%s', (_, sentence, words) => {
    expect(fill(sentence, {})).toBe(words);
  });
});
