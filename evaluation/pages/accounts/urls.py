from django.urls import path

from evaluation.pages.accounts import language, own_data, own_token, passwords, people, profile, second_factor, sign_in

urlpatterns = [
    path("sign-in/", sign_in.SignIn.as_view(), name="sign-in"),
    path("sign-in/code/", sign_in.sign_in_code, name="sign-in-code"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("language/", language.choose_language, name="choose-language"),
    path("profile/", profile.profile, name="profile"),
    path("profile/email/<signed>/", profile.confirm_email, name="confirm-email"),
    path("profile/password/", passwords.change_password, name="change-password"),
    path("profile/data/", own_data.own_data, name="own-data"),
    path("profile/token/", own_token.own_token, name="own-token"),
    path("profile/second-factor/", second_factor.second_factor, name="second-factor"),
    path("profile/second-factor/codes/", second_factor.new_recovery_codes, name="new-recovery-codes"),
    path("profile/second-factor/off/", second_factor.turn_off, name="second-factor-off"),
    path("profile/erase/", own_data.erase_me, name="erase-me"),
    path("people/", people.people, name="people"),
    path("people/invite/", people.invite, name="invite-person"),
    path("password/forgotten/", passwords.Forgotten.as_view(), name="password-forgotten"),
    path("password/sent/", passwords.Sent.as_view(), name="password-sent"),
    path("password/new/<uidb64>/<token>/", passwords.New.as_view(), name="password-new"),
    path("password/changed/", passwords.Changed.as_view(), name="password-changed"),
]
