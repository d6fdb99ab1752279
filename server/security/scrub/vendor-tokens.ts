/** Tokens with a beginning of their own. */
const BEGUN: readonly string[] = [
  // Models and what agents ask.
  "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}",
  "sk-lf-[a-f0-9-]{36}",
  "api_org_[A-Za-z]{30,}",
  "fw_[A-Za-z0-9]{22,}",
  "nvapi-[A-Za-z0-9_-]{40,}",
  "tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,}",
  "fc-[a-f0-9]{32}",
  "e2b_[a-f0-9]{40}",
  "pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}",
  "BSA[A-Za-z0-9_-]{27,28}",
  "sk_[a-f0-9]{48}",
  "csk-[a-z0-9]{40,}",
  "pa-(?=[A-Za-z_-]{0,42}\\d)[A-Za-z0-9_-]{43}",
  "jina_[a-f0-9]{32}[A-Za-z0-9_-]{20,}",
  "wandb_v1_[A-Za-z0-9_-]{40,}",
  // Source code, builds and packages.
  "gl(?:ft|imt|agent|ffct|wt)-[A-Za-z0-9_-]{20,}",
  "GR1348941[A-Za-z0-9_-]{20}",
  "ATBB[A-Za-z0-9]{32,}",
  "AT[AC]TT3[A-Za-z0-9_=-]{60,}",
  "bkua_[a-f0-9]{40}",
  "CCI(?:PAT|PRJ)_[A-Za-z0-9]{20,}_[a-f0-9]{40}",
  "oy2[a-z0-9]{43}",
  "cio[A-Za-z0-9]{32}",
  "dckr_oat_[A-Za-z0-9_-]{20,}",
  "CLOJARS_[a-z0-9]{60}",
  "AKCp[A-Za-z0-9]{60,}",
  "cmVmdGtu[A-Za-z0-9]{50,}",
  "sq[apu]_[a-f0-9]{40}",
  "PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
  // Clouds, databases and secrets.
  "ABSK[A-Za-z0-9+/]{90,}={0,2}",
  "bedrock-api-key-[A-Za-z0-9+/=]{40,}",
  "1\\/\\/0[A-Za-z0-9_-]{40,}",
  "AQ\\.Ab8[A-Za-z0-9_-]{40,}",
  "LTAI[A-Za-z0-9]{16,24}",
  "AKID[A-Za-z0-9]{32}",
  "AQVN[A-Za-z0-9_-]{35,38}",
  "y0_[A-Za-z0-9_-]{40,}",
  "t1\\.[A-Za-z0-9_-]{20,}\\.[A-Za-z0-9_-]{86}",
  "HRKU-[A-Za-z0-9_-]{58,}",
  "fm[12][ar]?_[A-Za-z0-9+/=_-]{40,}",
  "fo1_[A-Za-z0-9_-]{40,}",
  "rnd_[A-Za-z0-9]{28,}",
  "nfp_[A-Za-z0-9]{36}",
  "vc[pikar]_[A-Za-z0-9]{40,}",
  "cf(?:ut|at|k)_[A-Za-z0-9]{40,}",
  "sb_secret_[A-Za-z0-9_-]{20,}",
  "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}",
  "napi_[a-z0-9]{60,}",
  "dkea[a-f0-9]{32}",
  "cflt[A-Za-z0-9+/]{60}",
  "mdb_sa_sk_[A-Za-z0-9_-]{30,}",
  "pul-[a-f0-9]{40}",
  "s\\.(?=[A-Za-z]{0,23}\\d)[A-Za-z0-9]{24}",
  "dp\\.(?:pt|ct|sa|scim|audit|st(?:\\.[a-z0-9_-]{2,35})?)\\.[A-Za-z0-9]{40,44}",
  "st\\.[a-f0-9]{24}\\.[a-f0-9]{32}\\.[a-f0-9]{32}",
  "ops_eyJ[A-Za-z0-9+/=]{100,}",
  "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}",
  "2[A-Za-z0-9]{26}_[A-Za-z0-9]{21}",
  // Messages and people.
  "xox[cd]-[A-Za-z0-9%-]{20,}",
  "key-[a-f0-9]{32}",
  "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}",
  "SK[a-f0-9]{32}",
  "pk_[a-f0-9]{34}",
  "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
  "mlsn\\.[a-f0-9]{64}",
  "EAA(?=[A-Za-z]{0,100}\\d)[A-Za-z0-9]{100,}",
  "IGQ[A-Za-z0-9_-]{100,}",
  "WPL_AP1\\.[A-Za-z0-9.]{16,}={0,2}",
  "A{21}[A-Za-z0-9%]{50,}",
  "oauth:[a-z0-9]{30}",
  // Money and shops.
  "EAAA[A-Za-z0-9_-]{60}",
  "sq0[a-z]{3}-[A-Za-z0-9_-]{22,}",
  "access_token\\$production\\$[a-z0-9]{16}\\$[a-f0-9]{32}",
  "rzp_(?:live|test)_[A-Za-z0-9]{14,}",
  "AQE[A-Za-z0-9+/=]{90,}",
  "(?:live|test)_(?=[A-Za-z]{0,30}\\d)[A-Za-z0-9]{30,}",
  "access-(?:sandbox|development|production)-[a-f0-9-]{36}",
  "FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}-X",
  "shptka_[a-fA-F0-9]{32}",
  "duffel_(?:live|test)_[A-Za-z0-9_-]{40,}",
  "EZ[AT]K[A-Za-z0-9]{54}",
  "shippo_(?:live|test)_[a-f0-9]{40}",
  "polar_(?:pat|oat)_[A-Za-z0-9]{30,}",
  "xprv[A-Za-z0-9]{100,}",
  // Watching machines.
  "NRAK-[A-Z0-9]{27}",
  "NRII-[A-Za-z0-9_-]{32}",
  "NRJS-[a-f0-9]{19}",
  "sntrys_eyJ[A-Za-z0-9+/=_-]{60,}",
  "sntryu_[a-f0-9]{64}",
  "glc_eyJ[A-Za-z0-9+/=]{30,}",
  "eyJrIjoi[A-Za-z0-9+/]{50,}={0,2}",
  "hcaik_[a-z0-9]{58}",
  "u\\+[A-Za-z0-9_-]{18}",
  "ph[xs]_[A-Za-z0-9]{40,}",
  "dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}",
  // Desks and other services.
  "2\\/\\d{10,20}\\/\\d{10,20}:[a-f0-9]{32}",
  "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}",
  "pat-(?:na|eu|ap)\\d-[a-f0-9-]{36}",
  "dG9rOm[A-Za-z0-9+/=]{50,}",
  "sl\\.(?:u\\.)?[A-Za-z0-9_-]{100,}",
  "tfp_[A-Za-z0-9_-]{40,}",
  "sk\\.eyJ[A-Za-z0-9_-]{40,}\\.[A-Za-z0-9_-]{20,}",
  "CFPAT-[A-Za-z0-9_-]{43}",
  "rdme_[a-z0-9]{70}",
  "(?:sdk|api|mob)-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}",
  "pn[ub]_[A-Za-z0-9]{36}",
  "fio-u-[A-Za-z0-9_=-]{60,}",
  "4b1d[A-Za-z0-9]{38}",
];

/** Tokens with a middle or an end of their own, behind what any word could begin with. */
const MARKED: readonly string[] = [
  "[A-Za-z0-9]{3}[78]Q~[A-Za-z0-9_.~-]{31,34}",
  "[A-Za-z0-9+/]{76}AZDO[A-Za-z0-9]{4}",
  "[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}",
  "[A-Za-z0-9_-]{44}AzFu[A-Za-z0-9_-]{5,7}={0,2}",
  "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,}",
  "[a-f0-9]{32}-us\\d{1,2}",
  "[a-f0-9]{36}NRAL",
];

/** What a text with one of those holds: looked for first, because it is quick to see that it is not there. */
export const TOKEN_MARK = /[78]Q~|AZDO|JQQJ99|AzFu|atlasv1|-us\d|NRAL/;

/**
 * Tokens that their vendors' fixed beginnings give away, one form each. Each repeat is bounded or is the last part, and none
 * begins within a word, so the time stays in line with the length.
 */
export const VENDOR_TOKENS = alone(BEGUN);

/** The same for those that are told by a later part. */
export const MARKED_TOKENS = alone(MARKED);

function alone(forms: readonly string[]): RegExp {
  return new RegExp(`(?<![A-Za-z0-9_/+-])(?:${forms.join("|")})(?![A-Za-z0-9_])`, "g");
}
