"""Guests, accounts, sessions and passwords, on real servers."""


def test_somebody_new_has_no_name_until_they_do_something(serve, database):
    server = serve(database)
    anna = server.visitor()
    assert anna.me() == {"name": "", "guest": True, "admin": False, "mail": "", "mail_confirmed": False}
    assert anna.session is None
    assert anna.post("/api/me", {"name": "Anna"}).json()["name"] == "Anna"
    assert anna.me()["name"] == "Anna"
    assert anna.me()["guest"]


def test_a_guest_becomes_an_account_and_the_old_cookie_is_worth_nothing(serve, database):
    server = serve(database)
    anna = server.visitor()
    anna.post("/api/me", {"name": "Anna"})
    old = anna.session
    made = anna.post("/api/accounts", {"name": "Anna", "password": "correct horse"})
    assert (made.status_code, made.json()["guest"]) == (201, False)
    assert anna.session != old
    thief = server.visitor()
    thief.http.cookies.set("sandtable_session", old)
    assert thief.me()["name"] == ""
