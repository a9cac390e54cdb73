# Settings for pywikibot's own scripts (`pwb listpages`, `pwb replace` ...), run in this folder.
# mlwiki never reads this file: its settings live in mlwiki.toml alone.
#
# machinelearning.ru ran MediaWiki 1.12 when this was written, and pywikibot 11 talks only to 1.31 and later: there
# these scripts work from the day the wiki is upgraded. Until then use mlwiki, or name another wiki below.

family_files['mlru'] = 'http://www.machinelearning.ru/wiki/api.php'
family = 'mlru'
mylang = 'mlru'
usernames['mlru']['mlru'] = 'МойБот'

# The password is not here. user-password.py (mode 600, never committed) holds one line, made on the wiki's page
# Special:BotPasswords:   ('МойБот', BotPassword('mlwiki', 'the 32 characters that the wiki showed'))
password_file = 'user-password.py'

# One edit in ten seconds, one read a second, and a pause when the wiki's databases lag.
put_throttle = 10.0
minthrottle = 1
write_maxlag = 5

# A bot neither solves captchas nor tidies what nobody asked for, and keeps no log of page texts.
solve_captcha = False
cosmetic_changes = False
log = []
