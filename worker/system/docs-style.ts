/** The page's own style: the product's colours (web/styles), light and dark, no outside file. */
export const STYLE = `
:root{color-scheme:light;--bg:#faf7f5;--surface:#fff;--raised:#f3edea;--text:#2a1b1c;--muted:#6b5856;--hairline:#e2d8d4;--border:#857370;--link:#a84e3f;--get:#174a84;--get-soft:#e5f0fb;--post:#12542f;--post-soft:#e3f4e8;--put:#6b4400;--put-soft:#fdf0d2;--delete:#8c0d2f;--delete-soft:#fde7ec}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#171112;--surface:#211819;--raised:#2c2122;--text:#f5eeec;--muted:#b9a8a5;--hairline:#4a393a;--border:#8a7673;--link:#e0907f;--get:#a9d2ff;--get-soft:#12283f;--post:#8fe0ad;--post-soft:#15301f;--put:#ffd27a;--put-soft:#3a2a08;--delete:#ffa3b5;--delete-soft:#3d1220}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--bg);color:var(--text);font:400 16px/1.5 'Inter Variable',Inter,system-ui,'Noto Sans',sans-serif}
code,pre{font-family:'Liberation Mono',ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
a{color:var(--link);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--surface);padding:8px 12px;z-index:2}
.page{max-width:1240px;margin:0 auto;padding:24px 16px}
h1{font-size:30px;line-height:1.2;margin:0 0 8px}h2{font-size:24px;line-height:1.25;margin:48px 0 4px}h3{font-size:16px;line-height:1.5;margin:0;overflow-wrap:anywhere}h4{font-size:14px;margin:16px 0 4px}
p{margin:8px 0}.lead{color:var(--muted);max-width:70ch}.lead li{margin:4px 0}
nav details{border-top:1px solid var(--hairline)}nav details:last-of-type{border-bottom:1px solid var(--hairline)}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;gap:8px;font-weight:600;font-size:14px}
summary::before{content:'';width:7px;height:7px;border:solid var(--muted);border-width:0 2px 2px 0;transform:rotate(-45deg);flex:none;margin:0 4px}
details[open]>summary::before{transform:rotate(45deg)}
nav .n{color:var(--muted);font-weight:400;margin-left:auto}
nav ul{list-style:none;margin:0 0 8px;padding:0}
nav li a{display:flex;gap:8px;align-items:baseline;padding:6px 0;font-size:14px;text-decoration:none;color:var(--text)}
nav li a:hover code{text-decoration:underline}nav li code{overflow-wrap:anywhere;min-width:0}
.filter{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin:16px 0;font-size:14px}
select{font:inherit;min-height:44px;padding:0 8px;border:1px solid var(--border);border-radius:6px;background:var(--surface);color:var(--text);max-width:100%}
article{background:var(--surface);border:1px solid var(--hairline);border-radius:10px;padding:16px;margin:12px 0;scroll-margin-top:16px;min-width:0}
article:target{border-color:var(--link);box-shadow:inset 4px 0 0 var(--link)}
h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}
.m{display:inline-block;font:700 12px/20px 'Liberation Mono',ui-monospace,Menlo,monospace;padding:0 6px;border-radius:4px;background:var(--raised);flex:none}
.GET{color:var(--get);background:var(--get-soft)}.POST{color:var(--post);background:var(--post-soft)}.PUT,.PATCH{color:var(--put);background:var(--put-soft)}.DELETE{color:var(--delete);background:var(--delete-soft)}
nav .m{min-width:52px;text-align:center}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;margin:12px 0;font-size:14px}dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
article details{border-top:1px solid var(--hairline)}
.fields{list-style:none;margin:0 0 8px;padding:0;font-size:14px}.fields .fields{margin:4px 0 4px 4px;padding-left:12px;border-left:2px solid var(--hairline)}
.fields li{padding:4px 0;overflow-wrap:anywhere}.name{font-weight:700}.type{color:var(--muted)}.limits{color:var(--muted)}.limits::before{content:'· '}
.required{font-size:12px;font-weight:600;color:var(--put);background:var(--put-soft);border-radius:4px;padding:1px 5px}
.optional{font-size:12px;color:var(--muted);border:1px solid var(--hairline);border-radius:4px;padding:0 5px}
.about{display:block}
.refusals{list-style:none;margin:0 0 8px;padding:0;font-size:14px}.refusals>li{padding:6px 0}.refusals ul{margin:2px 0 0;padding-left:20px}
footer{color:var(--muted);font-size:14px;margin:48px 0 0}
@media(min-width:1024px){.page{display:grid;grid-template-columns:320px minmax(0,1fr);gap:0 40px}header{grid-column:2}nav{grid-column:1;grid-row:1/span 3;position:sticky;top:0;max-height:100vh;overflow:auto;padding:0 12px 24px 4px;align-self:start}main,footer{grid-column:2}}
@media print{nav,.filter{display:none}}
`

/** Without a script: the choice in the list hides the calls that a role may not make, and the counts, which are of all calls. */
export const filterStyle = (roles: readonly string[]): string =>
  `:root:has(#role option:checked:not([value=""])) .tag .n{display:none}\n${roles
    .map((role) => {
      const chosen = `:root:has(#role option[value="${role}"]:checked)`
      return `${chosen} [data-roles]:not([data-roles~="${role}"]),${chosen} .tag:not(:has([data-roles~="${role}"])){display:none}`
    })
    .join('\n')}`
